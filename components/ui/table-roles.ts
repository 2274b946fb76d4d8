/** Explicit roles, because changing `display` removes the roles of a table in some browsers. */
export const TABLE_ROLES = {
  table: { role: "table" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
