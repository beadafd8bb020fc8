import type { DocumentFacts, Reference } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { factsOf, meantTitleKey } from '#features/content-core/server/read.ts'
import { brokenLinks, brokenTexts, type BrokenText } from '../link-store.ts'
import { addToImport, removeRemarks } from '../report-store.ts'
import type { SpaceImport } from '../store.ts'
import { ImportReport, type ImportFindings } from './report.ts'

/** Texts of one transaction. */
const BATCH = 200

/** Names the links of a space that lead nowhere, once all that was to be imported is there. */
export async function reportBrokenLinks(app: App, { id, space_id }: SpaceImport): Promise<void> {
  const { database } = app
  await database.transaction(tx => removeRemarks(tx, id, 'links'), { invalidates: false })
  for (let after = 0; ;) {
    const texts = await brokenTexts(database.read, space_id, { after, limit: BATCH })
    const last = texts.at(-1)
    if (!last) return
    after = last.id
    const ids = texts.map(text => text.id)
    const broken = Map.groupBy(await brokenLinks(database.read, ids), link => link.from_id)
    const found: [BrokenText, ImportFindings][] = []
    for (const text of texts) {
      const names = new Set((broken.get(text.id) ?? []).map(({ kind, target_key }) => `${kind} ${target_key}`))
      found.push([text, findingsOn(text, await factsOf(app, text.storage), names)])
    }
    await database.transaction(
      async tx => {
        for (const [text, findings] of found) await addToImport(tx, id, findings, text.page_id)
      },
      { invalidates: false },
    )
  }
}

function findingsOn(text: BrokenText, { references }: DocumentFacts, broken: ReadonlySet<string>) {
  const { title: where, space_key } = text
  const report = new ImportReport()
  for (const reference of references) {
    if (!broken.has(nameOf(reference))) continue
    const { target, file } = targetOf(reference)
    if (isPlaceholder(target)) continue
    if (file !== undefined)
      report.remarkOnce('"{{where}}" shows or links to the file "{{file}}", which is not here', { where, file })
    else if (target.kind === 'page' || target.kind === 'blog-post')
      report.remarkOnce('"{{where}}" links to "{{title}}" in the space {{key}}, which is not here', {
        where,
        title: target.title,
        key: target.spaceKey ?? space_key,
      })
    else if (target.kind === 'content-entity')
      report.remarkOnce('"{{where}}" links to the content with the id {{id}}, which is not here', {
        where,
        id: target.id,
      })
  }
  return report.take()
}

/** Names by which macros and templates of the cloud mean the page or space that they are on, and its home page. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['@self', '@home'])

function isPlaceholder(target: Reference): boolean {
  if (target.kind !== 'page' && target.kind !== 'blog-post') return false
  return PLACEHOLDERS.has(target.title) || PLACEHOLDERS.has(target.spaceKey ?? '')
}

/** The content that a reference needs here, or the file, where its content is named by an id or not at all. */
function targetOf(reference: Reference): { target: Reference; file?: string } {
  if (reference.kind !== 'attachment') return { target: reference }
  const { container, filename } = reference
  if (container && container.kind !== 'content-entity') return { target: container }
  return { target: reference, file: filename }
}

/** A reference as its stored link names it. */
function nameOf(reference: Reference): string {
  switch (reference.kind) {
    case 'page':
      return `page ${meantTitleKey(reference.title)}`
    case 'blog-post':
      return `blogpost ${meantTitleKey(reference.title)}`
    case 'content-entity':
      return `content ${reference.id}`
    case 'attachment': {
      const { target, file } = targetOf(reference)
      return file === undefined ? nameOf(target) : `attachment ${file}`
    }
    default:
      return ''
  }
}
