import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { getRestoreObstacles, listTrash, updateContent } from '#features/content/contract.ts'
import type { Obstacles } from './RestoreDialog.tsx'
import { TrashList } from './TrashScreen.tsx'

const ROW = {
  id: '12',
  type: 'page',
  title: 'Plan',
  version: { number: 3, when: '2026-01-02T03:04:05.000Z', by: { displayName: 'Ada' } },
} as const

/** Trash of a space with one page, and the restore button pressed. */
async function pressRestore(obstacles: Obstacles) {
  const server = new FakeServer()
    .answer(listTrash, { results: [ROW], start: 0, limit: 50, size: 1, _links: {} })
    .answer(getRestoreObstacles, obstacles)
    .answer(updateContent, ({ body }) =>
      body.title === 'Taken too'
        ? Response.json(
            {
              statusCode: 400,
              message: 'Taken as well',
              data: { errors: [{ message: { key: 'Taken as well', args: [] }, field: 'title' }] },
            },
            { status: 400 },
          )
        : { ...ROW, title: body.title ?? '', status: 'current' as const, extensions: {}, _links: {}, _expandable: {} },
    )
  const { user } = await renderInApp(<TrashList spaceKey="DOCS" />)
  await user.click(await screen.findByRole('button', { name: /^Restore / }))
  const sent = () => server.calls(updateContent).map(({ body }) => [body.title, body.status, body.version?.number])
  return { user, sent }
}

test('a page comes back at once when nothing is in its way', async () => {
  const { sent } = await pressRestore({ isTitleTaken: false, parentInTrash: null })
  await screen.findByText(/ is back$/)
  expect(sent()).toEqual([['Plan', 'current', 4]])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a taken title is asked for again, until it is free', async () => {
  const { user, sent } = await pressRestore({ isTitleTaken: true, parentInTrash: null })
  const dialog = within(await screen.findByRole('dialog', { name: /^Restore / }))
  expect(sent()).toEqual([])
  dialog.getByText(/is taken by now\. Enter another title\.$/)
  const field = dialog.getByRole('textbox', { name: 'Title' })
  expect(field).toHaveProperty('value', 'Plan')
  await user.clear(field)
  await user.type(field, 'Taken too{Enter}')
  await dialog.findByText('Taken as well')
  await user.clear(field)
  await user.type(field, 'Old plan')
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await screen.findByText(/ is back$/)
  expect(sent()).toEqual([
    ['Taken too', 'current', 4],
    ['Old plan', 'current', 4],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the place of a page is told before it is restored, while the page above is in the trash', async () => {
  const { user, sent } = await pressRestore({ isTitleTaken: false, parentInTrash: { title: 'Handbook' } })
  const dialog = within(await screen.findByRole('dialog', { name: /^Restore / }))
  dialog.getByText(/is in the trash\. This page goes to the top of the space\. /)
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await screen.findByText(/ is back$/)
  expect(sent()).toEqual([['Plan', 'current', 4]])
})
