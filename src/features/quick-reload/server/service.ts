import { accessModeStatusOf } from '#platform/server/http/access-mode.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, personOf, pictureUrl, type Account } from '#features/accounts/server/index.ts'
import { commentPath } from '#features/content-core/address-shared.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { renderAllCurrent } from '#features/content-core/server/render.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { Commented, Commenter, LiveComment, News } from '../contract.ts'
import { CHANGES, type Change } from '../shared.ts'
import type { Happened } from './happened.ts'
import { pageChanges, type Since } from './page-changes.ts'

/** Comments in one answer. */
const MOST_COMMENTS = 50

/** The changes that an open page is notified of. Runs queries only for what the answer shows. */
export async function newsOf(ctx: Context, page: ContentRow | undefined, since: Since): Promise<News> {
  const changes = pageChanges(ctx.app)
  const happened = since === 'unknown' ? [] : since.happened
  return {
    time: Math.max(changes.time, ...happened.map(({ at }) => at)),
    comments: page ? await commentsIn(ctx, page, happened) : [],
    page: page ? await editorsIn(ctx, happened) : [],
    readOnlyMode: readOnlyMode(ctx),
    changed: page ? changesIn(since) : [],
    event: since === 'unknown' ? changes.position : since.event,
  }
}

function readOnlyMode({ app }: Context): News['readOnlyMode'] {
  const { mode, banner } = accessModeStatusOf(app)
  return { isEnabled: mode === 'READ_ONLY', isBannerMessageOn: banner !== null, bannerMessage: banner ?? '' }
}

/** Beyond the reach of the memory, everything may have changed. */
function changesIn(since: Since): Change[] {
  if (since === 'unknown') return [...CHANGES]
  const found = new Set(since.happened.flatMap(({ changes }) => changes))
  return CHANGES.filter(change => found.has(change))
}

async function editorsIn(ctx: Context, happened: readonly Happened[]): Promise<{ editor: Commenter }[]> {
  const ids = [...new Set(happened.filter(({ isEdit }) => isEdit).map(({ actorId }) => actorId))]
  const people = await accountsById(ctx.app, ids)
  return ids.map(id => ({ editor: commenterOf(ctx, people.get(id ?? 0)) }))
}

async function commentsIn(ctx: Context, page: ContentRow, happened: readonly Happened[]): Promise<Commented[]> {
  const written = new Map(
    happened.flatMap(({ commentId, isInline }) => (commentId === undefined ? [] : [[commentId, isInline === true]])),
  )
  const found = await contentsById(ctx, [...written.keys()].slice(-MOST_COMMENTS))
  const rows = found.filter(row => row.status === 'current' && row.container_id === page.id)
  if (rows.length === 0) return []
  const [people, spaces] = await Promise.all([
    accountsById(
      ctx.app,
      rows.map(row => row.creator_id),
    ),
    spacesById(ctx.app, [page.space_id]),
  ])
  const keys = new Map([...spaces].map(([id, { key }]) => [id, key]))
  const texts = await renderAllCurrent(ctx, rows, keys, 'view')
  return Promise.all(
    rows.map(async row => ({
      comment: {
        id: row.id,
        parentId: row.parent_id ?? 0,
        ownerId: page.id,
        html: texts.get(row.id) ?? '',
        isInlineComment: written.get(row.id) ?? false,
        ...(await actionsOn(ctx, page, row)),
      },
      commenter: commenterOf(ctx, people.get(row.creator_id ?? 0)),
    })),
  )
}

async function actionsOn(
  ctx: Context,
  page: ContentRow,
  row: ContentRow,
): Promise<Pick<LiveComment, 'primaryActions' | 'secondaryActions'>> {
  const { t } = readerOf(ctx)
  const may = await permissionsOn(ctx, row)
  const action = (name: string, label: string, tooltip: string) => ({
    label,
    url: commentPath(page.id, row.id),
    style: `action-${name}-comment`,
    tooltip,
    id: `${name}-comment-${row.id}`,
  })
  return {
    primaryActions: [
      ...(may.createComment ? [action('reply', t('Reply'), t('Reply to this comment'))] : []),
      ...(may.update ? [action('edit', t('Edit'), t('Edit this comment'))] : []),
      ...(may.delete ? [action('delete', t('Delete'), t('Delete this comment'))] : []),
    ],
    secondaryActions: [action('permalink', t('Link to this comment'), t('Link to this comment'))],
  }
}

function commenterOf({ app }: Context, account: Account | undefined): Commenter {
  const { displayName, profilePicture } = personOf(app, account)
  const { path, isDefault } = profilePicture
  // For users who have chosen none, their initials.
  const picture = { path: account ? pictureUrl(account) : path, isDefault }
  return { userName: account?.username ?? null, displayName, profilePicture: picture }
}
