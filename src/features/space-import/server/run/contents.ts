import { allowedTitle, type ImportContent, type ReadBody } from '#features/content-core/server/write.ts'
import type { ExportedContent, ExportedMark, LeftOut } from '../package/exported.ts'
import { idHere } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import type { LeftOutKind } from './report.ts'

/** Common data of every content of an export: its history, its creator and the time. */
export type History = Pick<ImportContent, 'id' | 'creatorId' | 'createdAt' | 'versions' | 'body'>

/**
 * Reads the texts of a content, and finds the accounts of its authors.
 * @param where names the content in the report
 */
export async function historyOf(run: ImportRun, content: ExportedContent, where: string): Promise<History> {
  const { clock, people, texts } = run
  reportLeftOut(run, content.leftOut, where)
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
  return {
    id: idHere(run, content),
    creatorId: (await people.account(content.creator))?.id ?? null,
    createdAt: clock.at(content.createdAt),
    versions,
    body: body ?? (await texts.read(undefined, where)),
  }
}

const MOST_MESSAGE = 2000

/** Marks of users whom the export does not name. */
export const UNKNOWN = {
  likes: 'Likes left out, since the export does not name their users: {{number}}',
  watches: 'Watches left out, since the export does not name their users: {{number}}',
  saved: 'Saved pages and spaces left out, since the export does not name their users: {{number}}',
} as const satisfies Record<string, LeftOutKind>

export function reportLeftOut({ report }: ImportRun, { drafts, deleted }: LeftOut, where: string): void {
  report.count('Drafts left out', drafts)
  for (let number = 0; number < deleted; number++)
    report.remark('A deleted version of "{{where}}" was left out', { where })
}

/**
 * Accounts known to the wiki that did something to a content, with the time.
 * @param unknown names in the report those whose users the export does not name
 */
export async function byAccounts(
  { clock, people, report }: ImportRun,
  marks: readonly ExportedMark[],
  unknown: LeftOutKind,
): Promise<{ accountId: number; at: number }[]> {
  const found = new Map<number, number>()
  for (const { person, at } of marks) {
    const account = await people.account(person)
    if (!account) report.leaveOut(unknown)
    else if (!found.has(account.id)) found.set(account.id, clock.at(at))
  }
  return [...found].map(([accountId, at]) => ({ accountId, at }))
}
