import type { Account } from '#features/accounts/server/index.ts'
import { allowedTitle, type ImportContent, type ReadBody } from '#features/content/server/index.ts'
import { membersOf, numberOf, referenceOf, textOf, type ExportObject } from '../package/objects.ts'
import type { ImportRun } from './import-run.ts'

/** Common data of every content of an export: its history, its creator and the time. */
export type History = Pick<ImportContent, 'id' | 'creatorId' | 'createdAt' | 'versions' | 'body'>

/** Reads a content of the export with its former versions, oldest first, and their texts. */
export async function historyOf(run: ImportRun, object: ExportObject, where: string): Promise<History> {
  const objects = [...formerVersions(run, object, where), object]
  const versions: History['versions'][number][] = []
  let body: ReadBody | undefined
  for (const version of objects) {
    body = await run.texts.read(run.export.objects.body(version.id), where)
    const author = await run.people.named(version, 'lastModifier')
    versions.push({
      number: numberAfter(versions.at(-1)?.number, numberOf(version, 'version')),
      authorId: author?.id ?? null,
      at: run.clock.of(version, 'lastModificationDate', 'creationDate'),
      message: (textOf(version, 'versionComment') ?? '').slice(0, MOST_MESSAGE),
      title: titleOf(version),
      storage: body.storage,
    })
  }
  return {
    id: idOf(object),
    creatorId: (await run.people.named(object, 'creator'))?.id ?? null,
    createdAt: run.clock.of(object, 'creationDate', 'lastModificationDate'),
    versions,
    body: body ?? (await run.texts.read(undefined, where)),
  }
}

const MOST_MESSAGE = 2000

/** The `contentStatus` of an object: current, draft, deleted or archived. */
export function statusOf(object: ExportObject): string {
  return textOf(object, 'contentStatus')?.trim().toLowerCase() || 'current'
}

/**
 * Former versions of a content that were published, oldest first. The old product keeps the draft of an edit as a former
 * version of the page, too; such drafts and deleted versions are left out and reported.
 */
export function formerVersions(run: ImportRun, object: ExportObject, where: string): ExportObject[] {
  return run.export.objects.former(object.id).filter(former => {
    if (former.class !== object.class) return false
    const status = statusOf(former)
    if (status === 'draft') run.report.count('Drafts left out')
    else if (status === 'deleted' && statusOf(object) !== 'deleted')
      run.report.remark('A deleted version of "{{where}}" was left out', { where })
    else return true
    return false
  })
}

/** The id of a content in the export as a number; null where it is none that this wiki could use. */
export function idOf({ id }: ExportObject): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}

/**
 * The number of the next version: the one of the export where that is higher than the one before. Some exports have
 * several versions of one number.
 */
export function numberAfter(before: number | undefined, given: number | undefined): number {
  return before !== undefined && (given === undefined || given <= before) ? before + 1 : Math.max(given ?? 1, 1)
}

/** A title that this wiki takes; empty where there is none. */
export function titleOf(object: ExportObject): string {
  return allowedTitle(textOf(object, 'title') ?? '')
}

/** The properties of a content by name. */
export function propertiesOf({ export: { objects } }: ImportRun, object: ExportObject): Map<string, ExportObject> {
  const listed = membersOf(object, 'contentProperties').flatMap(({ id }) => objects.get('ContentProperty', id) ?? [])
  const all = [...listed, ...objects.of('ContentProperty', object.id)]
  return new Map(all.map(property => [textOf(property, 'name') ?? '', property]))
}

/** Accounts known to the wiki that did something to a content, with the time. */
export async function byAccounts(
  run: ImportRun,
  objects: readonly ExportObject[],
  property: string,
): Promise<{ accountId: number; at: number }[]> {
  const found = new Map<number, number>()
  for (const object of objects) {
    const account = await personOf(run, object, property)
    if (account && !found.has(account.id)) found.set(account.id, run.clock.of(object, 'creationDate'))
  }
  return [...found].map(([accountId, at]) => ({ accountId, at }))
}

/** The account that a property names, by a reference or, in older exports, by a user name. */
export async function personOf(run: ImportRun, object: ExportObject, property: string): Promise<Account | null> {
  return referenceOf(object, property)
    ? run.people.named(object, property)
    : run.people.account({ username: textOf(object, property) ?? textOf(object, `${property}Name`) })
}
