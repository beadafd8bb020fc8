import { allowedTitle, type ImportContent, type ReadBody } from '#features/content-core/server/write.ts'
import type { ImportKind } from '../../contract.ts'
import type { ExportedContent, ExportedMark } from '../package/exported.ts'
import { isNamed } from '../package/people.ts'
import { idHere } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import type { LeftOutReason } from './phrases.ts'
import type { ReportedThing } from './report.ts'

/** Characters of the comment on a version. */
const MOST_MESSAGE = 2000

/** Common data of every content of an export: its history, its creator and the time. */
export type History = Pick<ImportContent, 'id' | 'creatorId' | 'createdAt' | 'versions' | 'body'>

/**
 * Reads the texts of a content, and finds the accounts of its authors.
 * @param where names the content in the report
 * @param kind what the content is counted as
 */
export async function historyOf(
  run: ImportRun,
  content: ExportedContent,
  where: string,
  kind: ImportKind,
): Promise<History> {
  const { clock, people, report } = run
  report.drafts(content.leftOut.drafts)
  reportDeleted(run, content.leftOut.deleted, where)
  return {
    ...(await versionsOf(run, content, where, kind)),
    id: reportedId(run, { kind, id: content.id }),
    creatorId: (await people.account(content.creator))?.id ?? null,
    createdAt: clock.at(content.createdAt),
  }
}

/** The versions of a content with their texts and authors; parameters as those of {@link historyOf}. */
export async function versionsOf(
  run: ImportRun,
  content: Pick<ExportedContent, 'id' | 'versions'>,
  where: string,
  kind: ImportKind,
): Promise<Pick<History, 'versions' | 'body'>> {
  const { clock, people, report, texts } = run
  report.reading({ kind, id: content.id })
  const versions: History['versions'][number][] = []
  let body: ReadBody | undefined
  for (const { number, author, at, message, title, ...version } of content.versions) {
    body = await texts.read(version.body(), where)
    versions.push({
      number,
      authorId: (await people.account(author))?.id ?? null,
      at: clock.at(at),
      message: message.slice(0, MOST_MESSAGE),
      title: allowedTitle(title),
      storage: body.storage,
    })
  }
  reportUnknownMacros(run, body, where)
  return { versions, body: body ?? (await texts.read(undefined, where)) }
}

/** The id that a content of the export gets here, null for a new one. The report tells if it is another. */
export function reportedId(run: ImportRun, thing: ReportedThing): number | null {
  const id = idHere(run, thing)
  if (id !== null && String(id) !== thing.id) run.report.changed(thing)
  return id
}

/** Names deleted versions, which are left out. The caller counts them. */
export function reportDeleted({ report }: ImportRun, number: number, where: string): void {
  for (let count = 0; count < number; count++) report.remark('A deleted version of "{{where}}" was left out', { where })
}

function reportUnknownMacros({ report, texts }: ImportRun, body: ReadBody | undefined, where: string): void {
  for (const { name: macro } of body?.facts.macros ?? [])
    if (!texts.knowsMacro(macro))
      report.remarkOnce(
        'The macro "{{macro}}" in "{{where}}" is not known here; a box with its name is shown in its place',
        { macro, where },
      )
}

export type Mark = 'Likes' | 'Watches' | 'Saved for later'

/** Reasons to leave out marks: the user is not known, was left out, or has marked the same already. */
const LEFT_OUT_MARKS = {
  Likes: [
    'Likes left out, since the export does not name their users: {{number}}',
    'Likes left out, since their users were left out: {{number}}',
    'Likes left out, since their users like the same already: {{number}}',
  ],
  Watches: [
    'Watches left out, since the export does not name their users: {{number}}',
    'Watches left out, since their users were left out: {{number}}',
    'Watches left out, since their users watch the same already: {{number}}',
  ],
  'Saved for later': [
    'Saved pages and spaces left out, since the export does not name their users: {{number}}',
    'Saved pages and spaces left out, since their users were left out: {{number}}',
    'Saved pages and spaces left out, since their users saved the same already: {{number}}',
  ],
} as const satisfies Record<Mark, readonly [LeftOutReason, LeftOutReason, LeftOutReason]>

/** Accounts known to the wiki that did something to a content, with the time; the report counts them. */
export async function byAccounts(
  { clock, people, report }: ImportRun,
  marks: readonly ExportedMark[],
  kind: Mark,
): Promise<{ accountId: number; at: number }[]> {
  const [unknown, skipped, again] = LEFT_OUT_MARKS[kind]
  const found = new Map<number, number>()
  for (const { person, at } of marks) {
    const account = await people.account(person)
    if (!account) report.leaveOut(isNamed(person) ? skipped : unknown)
    else if (found.has(account.id)) report.leaveOut(again)
    else found.set(account.id, clock.at(at))
  }
  report.source(kind, marks.length)
  report.arrived(kind, found.size)
  return [...found].map(([accountId, at]) => ({ accountId, at }))
}
