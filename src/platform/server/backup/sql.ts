import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/** Ids and times stay below 2^53. */
export const bigintAsNumber: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (oid as number) === INT8 || (oid as number) === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Columns that name blobs, by the convention that `BlobStore` states. */
export function blobColumns(table: { columns: readonly string[] }): string[] {
  return table.columns.filter(column => column === 'sha256' || column.endsWith('_sha256'))
}
