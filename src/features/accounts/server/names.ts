/** Folds a user name, group name or e-mail address, so that spelling in other cases finds the same one. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim()
}
