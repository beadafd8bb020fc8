import { NAME_TAKEN } from '../../copy-shared.ts'
import type { TargetPage, TargetSpace } from '../../copy-contract.ts'
import { diagramNameProblem, isIllegalName } from '../../names.ts'

export const SAVE_TO = ['this', 'new', 'existing'] as const
export type SaveTo = (typeof SAVE_TO)[number]

/** Values of the dialog. */
export interface CopyForm {
  name: string
  saveTo: SaveTo
  /** Of a new page. */
  title: string
  space: TargetSpace | null
  /** An existing page. */
  page: TargetPage | null
}

/** The wiki's answers about the values of the form; undefined until it has answered. */
export interface KnownOfTarget {
  /** Names of the diagrams of the page that is chosen. */
  diagrams: readonly string[] | undefined
  /** Whether the space has a page of the title. */
  isTitleTaken: boolean | undefined
}

/** Texts beside the fields: keys of i18n. */
export interface CopyProblems {
  name?: string
  title?: string
  space?: string
  page?: string
}

/** Errors of a form, by field. */
export function problemsOf(form: CopyForm, known: KnownOfTarget): CopyProblems {
  const name = diagramNameProblem(form.name) ?? (isTaken(form.name, known) ? NAME_TAKEN : undefined)
  return {
    ...(name === undefined ? {} : { name }),
    ...(form.saveTo === 'new' ? problemsOfNew(form, known) : {}),
    ...(form.saveTo === 'existing' && !form.page ? { page: 'Page selection required' } : {}),
  }
}

function isTaken(name: string, { diagrams }: KnownOfTarget): boolean {
  return diagrams?.includes(name.trim().normalize('NFC')) ?? false
}

function problemsOfNew({ title, space }: CopyForm, { isTitleTaken }: KnownOfTarget): CopyProblems {
  const problem = titleProblem(title) ?? (isTitleTaken ? 'Page with this title exists in space' : undefined)
  return {
    ...(problem === undefined ? {} : { title: problem }),
    ...(space ? {} : { space: 'Space selection required' }),
  }
}

function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return 'Page title required'
  return isIllegalName(title) ? 'Invalid page title' : undefined
}

/** Whether a form can be saved: nothing is wrong, and the wiki has said so too. */
export function isComplete(form: CopyForm, known: KnownOfTarget): boolean {
  if (Object.keys(problemsOf(form, known)).length > 0) return false
  return form.saveTo === 'new' ? known.isTitleTaken === false : known.diagrams !== undefined
}
