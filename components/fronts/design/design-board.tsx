import { ActionSpecimens } from "@/components/fronts/design/action-specimens";
import { ColourSpecimens } from "@/components/fronts/design/colour-specimens";
import { DialogSpecimens } from "@/components/fronts/design/dialog-specimens";
import { FieldSpecimens } from "@/components/fronts/design/field-specimens";
import { PlaceSpecimens } from "@/components/fronts/design/place-specimens";
import { StateSpecimens } from "@/components/fronts/design/state-specimens";
import { TableSpecimens } from "@/components/fronts/design/table-specimens";
import { ThemePanels } from "@/components/fronts/design/theme-panels";
import { TypeSpecimens } from "@/components/fronts/design/type-specimens";
import { ValueSpecimens } from "@/components/fronts/design/value-specimens";
import { PageHeader } from "@/components/ui/page-header";

/** The design system: every component in every state, in both themes. */
export function DesignBoard() {
  return (
    <>
      <PageHeader
        title="Design"
        description="Every piece of the pages in every state, in both themes, with its contrast measured. This is a PageHeader."
      />
      <ThemePanels title="Colours">
        <ColourSpecimens />
      </ThemePanels>
      <ThemePanels title="Type and spacing">
        <TypeSpecimens />
      </ThemePanels>
      <ThemePanels title="Values">
        <ValueSpecimens />
      </ThemePanels>
      <ThemePanels title="Actions">
        <ActionSpecimens />
        <DialogSpecimens />
      </ThemePanels>
      <ThemePanels title="Fields">
        <FieldSpecimens />
      </ThemePanels>
      <ThemePanels title="Places">
        <PlaceSpecimens />
        <TableSpecimens />
      </ThemePanels>
      <ThemePanels title="States">
        <StateSpecimens />
      </ThemePanels>
    </>
  );
}
