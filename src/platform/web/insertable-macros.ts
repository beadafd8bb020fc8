/** Bodyless macro in the insert menus. */
export interface InsertableMacro {
  /** `ac:name` of the storage format. */
  name: string
  /** i18n key. */
  label: string
  /** Search words, separated by blanks. */
  words: string
  parameters?: Readonly<Record<string, string>>
}

const macros: InsertableMacro[] = []

/** Registers macros; called once per feature. */
export function registerInsertableMacros(added: readonly InsertableMacro[]): void {
  macros.push(...added)
}

export function insertableMacros(): readonly InsertableMacro[] {
  return macros
}
