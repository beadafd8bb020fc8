const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1023 B`, `1 kB`, `5.2 MB`: powers of 1024, as in the upload dialog and the list. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power > 0 && value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${UNITS[power] ?? 'B'}`
}
