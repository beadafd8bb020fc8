import type { Macro } from './registry.ts'

/** The macros that need no feature of the wiki. */
export const builtinMacros: readonly Macro[] = []
