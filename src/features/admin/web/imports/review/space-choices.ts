import { useQueries } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import {
  checkImportKey,
  type AnalysedSpace,
  type SpaceImportDetails,
  type startSpaceImport,
} from '#features/space-import/contract.ts'
import type { BodyInputOf } from '#platform/contract.ts'

/** Choice for a space of an export, where it differs from that of the analysis. */
interface Change {
  isChosen?: boolean
  target?: string
}

/** A space of an export as it is chosen. */
export interface ChosenSpace extends AnalysedSpace {
  /** Whether the answer on its key is still to come. */
  isChecking: boolean
}

const NO_CHANGES: Readonly<Record<string, Change>> = {}

/**
 * Choices of the spaces of an export. Changed keys are checked by the server.
 * @param isUpdate whether spaces are brought up to date that can be
 */
export function useSpaceChoices({ id, analysis }: Pick<SpaceImportDetails, 'id' | 'analysis'>, isUpdate: boolean) {
  const analysed = analysis?.spaces ?? []
  const [changes, setChanges] = useHistoryState(`choices of import ${id}`, NO_CHANGES)
  const settled = useDebounced(changes)
  const asked = analysed.flatMap(({ key, target: before }) => {
    const target = settled[key]?.target?.trim() ?? ''
    return target === '' || target === before ? [] : [{ space: key, target }]
  })
  const answers = useQueries({
    queries: asked.map(query => ({ ...queryOptionsFor(checkImportKey, { params: { id }, query }), staleTime: 0 })),
  })
  const found = new Map(asked.map((query, index) => [query.space, { ...query, answer: answers[index] }]))
  const spaces = analysed.map((space): ChosenSpace => {
    const { isChosen = space.isChosen, target = space.target } = changes[space.key] ?? {}
    const own = { ...space, isChosen, target, isChecking: false }
    if (target.trim() === space.target) return own
    const check = found.get(space.key)
    const isCurrent = check?.target === target.trim()
    const { problem = null, canUpdate = false } = (isCurrent && check.answer?.data) || {}
    return {
      ...own,
      problem,
      canUpdate,
      isChecking: target.trim() !== '' && (!isCurrent || check.answer?.isPending === true),
    }
  })
  return {
    spaces: withOwnProblems(spaces.map(space => (isUpdate && space.canUpdate ? { ...space, problem: null } : space))),
    change: (key: string, change: Change) => setChanges({ ...changes, [key]: { ...changes[key], ...change } }),
    chooseAll: (isChosen: boolean) =>
      setChanges(Object.fromEntries(analysed.map(({ key }) => [key, { ...changes[key], isChosen }]))),
    leaveOut: (keys: readonly string[]) =>
      setChanges({ ...changes, ...Object.fromEntries(keys.map(key => [key, { ...changes[key], isChosen: false }])) }),
  }
}

/** Adds what is wrong with keys by themselves: those that are empty, and those of two spaces. */
function withOwnProblems(spaces: readonly ChosenSpace[]): ChosenSpace[] {
  const folded = (target: string) => target.trim().toLowerCase()
  const numbers = new Map<string, number>()
  for (const { isChosen, target } of spaces)
    if (isChosen) numbers.set(folded(target), (numbers.get(folded(target)) ?? 0) + 1)
  return spaces.map(space => {
    if (!space.isChosen) return { ...space, problem: null }
    if (folded(space.target) === '') return { ...space, problem: t('Enter a key') }
    if ((numbers.get(folded(space.target)) ?? 0) > 1) return { ...space, problem: t('Another space has this key, too') }
    return space
  })
}

/**
 * Choices of spaces as a start sends them. Without any, all of the export is imported, and also its parts that belong
 * to no space.
 */
export function chosenSpacesOf(
  spaces: readonly Pick<ChosenSpace, 'key' | 'target' | 'isChosen'>[],
): Pick<BodyInputOf<typeof startSpaceImport>, 'spaces'> {
  if (spaces.every(({ key, target, isChosen }) => isChosen && target.trim() === key)) return {}
  return {
    spaces: spaces.filter(({ isChosen }) => isChosen).map(({ key, target }) => ({ key, target: target.trim() })),
  }
}
