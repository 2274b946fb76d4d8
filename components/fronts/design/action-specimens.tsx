"use client";

import { Plus, Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { Row, Specimen } from "@/components/fronts/design/specimen";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { DownloadLink } from "@/components/ui/download-link";
import { FocusKeeper } from "@/components/ui/focus-keeper";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { RowMenu } from "@/components/ui/row-menu";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";

const VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;
const HERE = routes.operatorDesign();
const nothing = () => undefined;

/** Controls to press. */
export function ActionSpecimens() {
  return (
    <>
      <Specimen name="Button" note="One primary button per page. While busy it ignores clicks and keeps the focus.">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="small">
              small
            </Button>
            <Button variant={variant} size="icon" aria-label="Icon alone">
              <Settings aria-hidden className="size-4" />
            </Button>
            <Button variant={variant} isBusy>
              busy
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
          </Row>
        ))}
        <Row>
          <Button className="outline-2 outline-offset-2 outline-accent">focused by key</Button>
          <Button>
            <Plus aria-hidden className="size-4" />
            With an icon and a text that is rather long
          </Button>
        </Row>
      </Specimen>
      <Specimen name="ButtonLink, DownloadLink, TextLink">
        <Row>
          <ButtonLink href={HERE} icon={Plus}>
            New invoice
          </ButtonLink>
          <DownloadLink href={HERE}>Export CSV</DownloadLink>
          <TextLink href={HERE}>Inside</TextLink>
          <TextLink href="https://example.com" isExternal>
            Outside
          </TextLink>
        </Row>
      </Specimen>
      <Specimen name="FocusKeeper" note="Press one with the keyboard: the focus moves to the row that takes its place.">
        <Deciding />
      </Specimen>
      <Specimen name="CopyButton" note="Confirms the copy visibly and to screen readers.">
        <Row>
          <CopyButton text="copied" what="address" />
          <CopyButton text="copied" what="address" label="Copy address" />
        </Row>
      </Specimen>
      <Specimen name="Menu, MenuLabel, MenuItem, MenuSeparator">
        <Row>
          <Menu align="start" trigger={<Button>Open the menu</Button>}>
            <MenuLabel>Merchants</MenuLabel>
            <MenuItem isChosen onSelect={nothing}>
              Paper Lantern
            </MenuItem>
            <MenuItem onSelect={nothing}>One with a name that is longer than the menu is wide</MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} onSelect={nothing}>
              With an icon
            </MenuItem>
            <MenuItem icon={Trash2} tone="danger" onSelect={nothing}>
              Dangerous…
            </MenuItem>
          </Menu>
        </Row>
      </Specimen>
      <Specimen name="RowMenu" note="For the dangerous actions of a row of a list.">
        <RowMenu label="Actions for Paper Lantern">
          <MenuItem icon={Trash2} tone="danger" onSelect={nothing}>
            Remove…
          </MenuItem>
        </RowMenu>
      </Specimen>
    </>
  );
}

function Deciding() {
  const [rows, setRows] = useState(["The first", "The second", "The third"]);
  return (
    <FocusKeeper rows={rows}>
      <ul className="flex flex-wrap gap-3">
        {rows.map((row) => (
          <li key={row}>
            <Button size="small" onClick={() => setRows(rows.filter((one) => one !== row))}>
              {row}
            </Button>
          </li>
        ))}
      </ul>
    </FocusKeeper>
  );
}
