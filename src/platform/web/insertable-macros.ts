/** A macro without a body that the editor's insert menus offer. */
export interface InsertableMacro {
  /** As storage format has it in `ac:name`. */
  name: string
  /** A key of i18n. */
  label: string
  /** Other words that find it, separated by blanks. */
  words: string
  parameters?: Readonly<Record<string, string>>
}

const macros: InsertableMacro[] = []

/** Adds macros of a feature; called once for each feature at start. */
export function registerInsertableMacros(added: readonly InsertableMacro[]): void {
  macros.push(...added)
}

/** What features have added, in the order of the features. */
export function insertableMacros(): readonly InsertableMacro[] {
  return macros
}
