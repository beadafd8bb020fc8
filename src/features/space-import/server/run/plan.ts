import type { Phrase } from '#platform/error-text.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { checkKey, foldKey, PERSONAL_MARK, spaceOfKey } from '#features/spaces/server/index.ts'
import type { OpenExport } from '../package/export.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { spacesOf } from '../package/spaces.ts'
import { earlierImports, importToUpdate, type EarlierImport, type SpaceImport } from '../store.ts'
import type { ImportOptions } from './options.ts'

/** A space of the export, and the key that it gets here. */
export interface PlannedSpace {
  readonly space: ExportedSpace
  readonly key: string
  /** The import of this space that was begun before, which goes on, or is done already. */
  readonly begun: EarlierImport | undefined
  /** The import of an earlier export, which this one brings up to date. */
  readonly earlier?: SpaceImport | undefined
}

/** Which spaces are imported, under which keys. @throws HttpError 400 */
export async function planOf(
  ctx: Context,
  opened: OpenExport,
  wanted: Pick<ImportOptions, 'key' | 'keys' | 'update'>,
): Promise<PlannedSpace[]> {
  const planned: PlannedSpace[] = []
  for (const [space, newKey] of wantedSpaces(opened, wanted)) {
    // The same export under another key is another import.
    const earlier = await earlierImports(ctx.app.database.read, opened.fingerprint, space.key)
    const begun = earlier.find(other => foldKey(other.key) === foldKey(newKey))
    const key = begun?.key ?? newKey
    if (!key.startsWith(PERSONAL_MARK)) checkKey(key)
    const isTwice = planned.some(other => other.space === space || foldKey(other.key) === foldKey(key))
    const there = begun ? undefined : await spaceOfKey(ctx.app, key)
    const updated =
      there && wanted.update === true ? await importToUpdate(ctx.app.database.read, space.key, there.id) : undefined
    if (isTwice || (there && !updated)) throw wanted.update === true ? notUpdated(key) : keyTaken(key)
    planned.push({ space, key, begun, earlier: updated })
  }
  const [first] = planned
  if (first && planned.every(({ begun }) => begun && isFinished(begun))) throw keyTaken(first.key)
  return planned
}

/** The reason why a space of an export cannot be imported under a key, and whether it can be brought up to date. */
export async function obstacleOf(
  ctx: Context,
  fingerprint: string,
  { key, target }: { key: string; target: string },
): Promise<{ problem?: Phrase; canUpdate: boolean }> {
  const earlier = await earlierImports(ctx.app.database.read, fingerprint, key)
  const begun = earlier.find(other => foldKey(other.key) === foldKey(target))
  if (begun) return { canUpdate: false, ...(isFinished(begun) && { problem: keyTaken(target).text }) }
  try {
    if (!target.startsWith(PERSONAL_MARK)) checkKey(target)
  } catch (error) {
    if (error instanceof HttpError) return { problem: error.text, canUpdate: false }
    throw error
  }
  const there = await spaceOfKey(ctx.app, target)
  if (!there) return { canUpdate: false }
  const canUpdate = (await importToUpdate(ctx.app.database.read, key, there.id)) !== undefined
  return { problem: keyTaken(target).text, canUpdate }
}

const keyTaken = (key: string) =>
  badRequest('A space already exists with key {{key}}: delete it first, or import under another key', {
    values: { key },
  })

const notUpdated = (key: string) =>
  badRequest(
    'The space {{key}} cannot be brought up to date: it was not imported from an export of the same space, not whole, or by an earlier version of Oxbow. Import under another key',
    { values: { key } },
  )

/** Whether all of a space is here already, and the run that brought it in came to its end. */
export const isFinished = ({ state, run_state }: EarlierImport): boolean =>
  state === 'done' && (run_state ?? 'FINISHED') === 'FINISHED'

/** The spaces of the export that are wanted, each with the key that it is to get. @throws HttpError 400 */
function wantedSpaces(
  opened: OpenExport,
  { key, keys }: Pick<ImportOptions, 'key' | 'keys'>,
): [ExportedSpace, string][] {
  const found = spacesOf(opened)
  if (found.size === 0) throw badRequest('The export holds no space')
  if (keys && keys.size > 0)
    return [...keys].map(([source, target]) => {
      const space = found.get(source.toLowerCase())
      if (!space) throw badRequest('The export holds no space with key {{key}}', { values: { key: source } })
      return [space, target]
    })
  if (key !== undefined && found.size > 1)
    throw badRequest('The export holds {{number}} spaces: say which of them gets which key', {
      values: { number: found.size },
    })
  return [...found.values()].map(space => [space, key ?? space.key])
}

/** Whether all of an export is imported, also its parts that belong to no space. */
export function isOfSite(opened: OpenExport, planned: readonly PlannedSpace[]): boolean {
  return planned.length === spacesOf(opened).size
}
