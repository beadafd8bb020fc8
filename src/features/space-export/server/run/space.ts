import { groupsById } from '#features/accounts/server/index.ts'
import { OLD_PERMISSION_NAMES, type SpacePermission } from '#features/spaces/server/index.ts'
import { objectText, type Reference } from '../package/objects.ts'
import { categoriesOf, permissionRows, spaceWatches, starsOf, templatesAfter } from '../store/spaces.ts'
import { labelling, type Written } from './parts.ts'
import type { ExportRun } from './run.ts'
import { bodyText } from './texts.ts'

const PORTION = 100
const STORAGE_FORMAT = 2

/** The space itself. It comes after its pages: then it is known whether its home page is written. */
export async function* spaceText(run: ExportRun): AsyncGenerator<string> {
  const { space, people, ids, written } = run
  const of: Reference = { class: 'Space', id: space.id }
  await people.know([space.creator_id])
  const description = ids.next('SpaceDescription')
  const body = ids.next('BodyContent')
  const permissions = await permissionsOf(run, of)
  const labels = await labelsOfSpace(run, description)
  const home = space.home_page_id
  const times = { creationDate: new Date(space.created_at), lastModificationDate: new Date(space.updated_at) }
  yield objectText(of, {
    name: space.name,
    key: space.key,
    lowerKey: space.key.toLowerCase(),
    description,
    homePage: home !== null && written.has(home) ? { class: 'Page', id: home } : null,
    permissions: permissions.members,
    creator: people.reference(space.creator_id),
    ...times,
    spaceType: { enumeration: 'SpaceType', package: 'spaces', value: space.type },
    spaceStatus: { enumeration: 'SpaceStatus', package: 'spaces', value: space.status.toUpperCase() },
  })
  yield objectText(description, {
    space: of,
    title: null,
    lowerTitle: null,
    bodyContents: [body],
    labellings: labels.members,
    version: 1,
    ...times,
    versionComment: '',
    originalVersionId: null,
    contentStatus: 'current',
  })
  yield bodyText(body, description, asStorage(space.description), STORAGE_FORMAT)
  yield labels.text
  yield permissions.text
  if (run.options.rights) yield await watchesOf(run, of)
  yield* templatesOf(run, of)
}

/** Descriptions are plain text here. */
function asStorage(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

async function permissionsOf({ ctx, space, people, ids, hasRights }: ExportRun, of: Reference): Promise<Written> {
  if (!hasRights) return { members: [], text: '' }
  const rows = await permissionRows(ctx.app.database.read, space.id)
  await people.know(rows.map(row => row.account_id))
  const groups = await groupsById(
    ctx.app,
    rows.flatMap(row => row.group_id ?? []),
  )
  const members: Reference[] = []
  let text = ''
  for (const { permission, account_id, group_id } of rows) {
    const type = OLD_PERMISSION_NAMES[permission as SpacePermission]
    const group = group_id === null ? null : groups.get(group_id)?.name
    const userSubject = people.reference(account_id)
    // A row without either would be for everybody.
    if (group === undefined || (account_id !== null && !userSubject)) continue
    const self = ids.next('SpacePermission')
    members.push(self)
    text += objectText(self, { space: of, type, group, userSubject, allUsersSubject: null })
  }
  return { members, text }
}

/** Categories of the space and, as personal labels, the stars that users gave it. */
async function labelsOfSpace(run: ExportRun, description: Reference): Promise<Written> {
  const { ctx, space, people, ids, options, personalOf } = run
  const { read } = ctx.app.database
  const categories = await categoriesOf(read, space.id)
  const stars = options.rights ? await starsOf(read, space.id, personalOf) : []
  await people.know([...categories, ...stars].map(row => row.account_id))
  const favourite = ids.next('Label').id
  const to = (account: number | null) => ({
    content: description,
    owningUser: people.reference(account),
    labelableType: 'CONTENT',
  })
  const written = [
    ...categories.map(row => labelling(run, row, to(row.account_id))),
    ...stars.map(({ account_id, at }) =>
      labelling(run, { id: Number(favourite), name: 'favourite', prefix: 'my', created_at: at }, to(account_id)),
    ),
  ]
  return { members: written.flatMap(({ members }) => members), text: written.map(({ text }) => text).join('') }
}

async function watchesOf({ ctx, space, people, ids, watchesOf: whose }: ExportRun, of: Reference): Promise<string> {
  const rows = await spaceWatches(ctx.app.database.read, space.id, whose)
  await people.know(rows.map(row => row.account_id))
  return rows
    .map(({ account_id, scope, created_at }) => {
      const receiver = people.reference(account_id)
      if (!receiver) return ''
      const at = new Date(created_at)
      return objectText(ids.next('Notification'), {
        space: of,
        receiver,
        creator: receiver,
        creationDate: at,
        lastModifier: receiver,
        lastModificationDate: at,
        digest: false,
        network: false,
        type: scope === 'all' ? null : { enumeration: 'ContentTypeEnum', package: 'search.service', value: 'blogpost' },
      })
    })
    .join('')
}

async function* templatesOf(run: ExportRun, of: Reference): AsyncGenerator<string> {
  const { ctx, space, people, options } = run
  const ids = new Map<string, number>()
  for (let after = 0; ;) {
    options.signal?.throwIfAborted()
    const rows = await templatesAfter(ctx.app.database.read, space.id, after, PORTION)
    for (const { id, name, description, labels, storage } of rows) {
      people.mentionedIn(storage)
      const self: Reference = { class: 'PageTemplate', id }
      yield objectText(self, { name, description, content: storage, space: of, version: 1, bodyType: STORAGE_FORMAT })
      for (const label of JSON.parse(labels) as string[]) {
        const labelId = ids.get(label) ?? Number(run.ids.next('Label').id)
        ids.set(label, labelId)
        const to = { pageTemplate: self, labelableType: 'PAGETEMPLATE', labelableId: id }
        yield labelling(run, { id: labelId, name: label, prefix: 'global', created_at: space.created_at }, to).text
      }
    }
    const last = rows.at(-1)
    if (rows.length < PORTION || !last) return
    after = last.id
  }
}
