/** A name of a table or column as both databases read it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Columns that name blobs, by the convention that `BlobStore` states. */
export function blobColumns(table: { columns: readonly string[] }): string[] {
  return table.columns.filter(column => column === 'sha256' || column.endsWith('_sha256'))
}
