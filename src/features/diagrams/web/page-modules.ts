/** Modules that other features offer to scripts on a page, beside those of the diagrams; by name. */
export const pageModules = new Map<string, () => unknown>()
