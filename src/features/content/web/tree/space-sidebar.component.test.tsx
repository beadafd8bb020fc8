import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { addFavourite, removeFavourite } from '#features/spaces/contract.ts'
import { openTree, type SpaceSidebarView } from '../../view-contract.ts'
import { SpaceSidebar } from './SpaceSidebar.tsx'

const STAR = 'Star this space'
const UNSTAR = 'Take the star off this space'

let spaces = 0

/** Renders the sidebar of a new space. */
async function renderSidebar(server: FakeServer, facts: Partial<SpaceSidebarView> = {}) {
  // Trees are kept per key.
  const key = `DOCS${++spaces}`
  server.answer(openTree, {
    space: {
      key,
      name: 'Documentation',
      type: 'global',
      url: `/display/${key}`,
      iconUrl: '/logo.svg',
      homePageId: null,
      favourite: false,
    },
    canCreate: false,
    canAdminister: false,
    levels: [{ parent: null, nodes: [], next: null }],
    isReadOnly: false,
    parts: {},
    ...facts,
  })
  const rendered = await renderInApp(
    <SpaceSidebar spaceKey={key} contentId={undefined} collapsed={false} place={undefined} />,
  )
  return { ...rendered, key }
}

const star = (name: string) => screen.findByRole('button', { name })

describe('the sidebar of a space', () => {
  test('the star is set and taken off, and waits for each answer [V4.4-01] [V4.4-02]', async () => {
    const server = new FakeServer()
    const held = heldAnswer(addFavourite)
    server.answer(addFavourite, held.answer).answer(removeFavourite, undefined)
    const { user, key } = await renderSidebar(server)
    await user.click(await star(STAR))
    expect((await star(STAR)).getAttribute('aria-disabled')).toBe('true')
    held.release({ key, favourite: true })
    const set = await star(UNSTAR)
    expect(set.getAttribute('aria-disabled')).toBeNull()
    await user.click(set)
    await star(STAR)
    expect(
      [server.calls(addFavourite), server.calls(removeFavourite)].map(calls => calls.map(one => one.params)),
    ).toEqual([[{ key }], [{ key }]])
  })

  test('a failed star says what the server said, and stays as it was [V8-11]', async () => {
    const server = new FakeServer().answer(addFavourite, () => refusal(503, 'Stars are being counted'))
    const { user } = await renderSidebar(server)
    await user.click(await star(STAR))
    within(await screen.findByRole('alert')).getByText('Stars are being counted')
    expect(await star(STAR)).toHaveProperty('disabled', false)
    expect((await star(STAR)).getAttribute('aria-disabled')).toBeNull()
  })

  test('in a read-only space the star shows but does nothing [V6-10]', async () => {
    const server = new FakeServer()
    const { user } = await renderSidebar(server, { isReadOnly: true })
    const button = await star(STAR)
    expect(button).toHaveProperty('disabled', true)
    await user.click(button)
    expect(server.calls(addFavourite)).toEqual([])
  })
})
