/** Parts of a page that other pages include by name. */
import { macros } from '../macros.ts'
import type { StorageDocument } from '../model.ts'
import type { MacroInvocation } from '../views.ts'

interface ExcerptMacros {
  /** Names of the macros that mark such parts. */
  readonly macros: readonly string[]
  /** Spellings of the parameter that names a part. */
  readonly names: readonly string[]
}

/** Kinds of excerpts: those of Confluence, and of the apps MultiExcerpt and Shared Blocks. */
export const excerptKinds = {
  excerpt: { macros: ['excerpt'], names: ['name'] },
  multiexcerpt: {
    macros: ['multiexcerpt', 'multiexcerpt-macro', 'multiexcerpt-fast-block-macro', 'multiexcerpt-fast-inline-macro'],
    names: ['name', 'MultiExcerptName', ''],
  },
  'shared-block': { macros: ['shared-block'], names: ['shared-block-key'] },
} as const satisfies Record<string, ExcerptMacros>

export type ExcerptKind = keyof typeof excerptKinds

/** The first excerpt with that name, or without a name the first one. */
export function findExcerpt(doc: StorageDocument, kind: ExcerptKind, name?: string): MacroInvocation | undefined {
  const wanted = name?.trim()
  return excerptsIn(doc, kind).find(excerpt => !wanted || namesOf(excerpt, kind).includes(wanted))
}

/** Excerpts that can be included by their names, each name once. */
export function namedExcerptsIn(doc: StorageDocument, kind: ExcerptKind): ReadonlyMap<string, MacroInvocation> {
  const found = new Map<string, MacroInvocation>()
  for (const excerpt of excerptsIn(doc, kind)) {
    const [name] = namesOf(excerpt, kind)
    if (name !== undefined && !found.has(name)) found.set(name, excerpt)
  }
  return found
}

function excerptsIn(doc: StorageDocument, kind: ExcerptKind): MacroInvocation[] {
  const names: readonly string[] = excerptKinds[kind].macros
  return macros(doc).filter(({ name }) => names.includes(name))
}

function namesOf({ parameters }: MacroInvocation, kind: ExcerptKind): string[] {
  return excerptKinds[kind].names.flatMap(spelling => parameters[spelling]?.trim() || [])
}
