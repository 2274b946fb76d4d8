/**
 * Written out on the elements, because changing `display` takes the roles of a table away in some
 * browsers.
 */
export const TABLE_ROLES = {
  table: { role: "table" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
