import { boxes, gliffy, saved } from '#features/diagrams/testing/wiki.ts'
import type { HttpClient } from '#platform/server/testing/client.ts'
import { create, ok } from './calls.ts'

/** Pages with diagrams. */
export interface Diagrams {
  /** Owns the diagrams “Flow”, of two versions, “Goal”, of two pages, and “Links”. */
  readonly owner: string
  /** Shows the first version of “Flow”, of the other page. */
  readonly linked: string
  /** Has no diagram. */
  readonly blank: string
}

/** Writes pages with diagrams, and lets diagrams be embedded elsewhere. */
export async function seedDiagrams(admin: HttpClient): Promise<Diagrams> {
  await ok(admin.post('/rest/api/space', { key: 'DRAW', name: 'Drawings' }))
  const place = { space: { key: 'DRAW' } }
  const owner = await create(admin, 'Drawn processes', gliffy({ name: 'Flow' }), place)
  await saved(admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
  await saved(admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship', 'Return'), 1)
  const goal = boxes('Goal')
  const second = { ...boxes('Detail').pages[0]!, id: 'p2', name: 'Second sheet' }
  const { attachmentId } = await saved(admin, owner, 'Goal', { ...goal, pages: [...goal.pages, second] })
  await saved(
    admin,
    owner,
    'Links',
    boxes(
      { text: 'There', link: { kind: 'diagram', contentId: attachmentId } },
      { text: 'Nowhere', link: { kind: 'diagram', contentId: '4000000' } },
    ),
  )
  const linked = await create(admin, 'Shown', gliffy({ name: 'Flow', pageid: owner, version: '1' }), place)
  const blank = await create(admin, 'Nothing drawn', '<p>Words alone.</p>', place)
  await ok(admin.put('/rest/oxbow/1.0/diagrams/embedding/settings', { enabled: true }))
  return { owner, linked, blank }
}
