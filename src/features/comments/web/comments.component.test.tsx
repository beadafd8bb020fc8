import { act, fireEvent, screen, within } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { endpointKey } from '#platform/page-data.ts'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { deleteContent, getPageView } from '#features/content/contract.ts'
import type { SmallEditorProps } from '#features/editor/web/index.ts'
import { quickAddComment } from '../quick-contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentThread } from './CommentThread.tsx'
import { postComment } from './post.ts'

afterEach(() => {
  vi.useRealTimers()
})

const COMMENT = {
  id: '12',
  parentId: null,
  author: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  version: 1,
  html: '<p>Stays</p>',
  may: { update: true, delete: true },
  parts: {},
}

/** Editor that holds one text. */
function FixedEditor({ ref }: SmallEditorProps) {
  useImperativeHandle(ref as never, () => ({ finish: async () => '<p>Waiting</p>', quote: () => undefined }))
  return null
}

test('what the server says of a comment that cannot be deleted is told [V8-26]', async () => {
  const server = new FakeServer().answer(deleteContent, () => refusal(409, 'Somebody holds on to it'))
  const changed = vi.fn<() => Promise<void>>(async () => undefined)
  const { user } = await renderInApp(
    <CommentThread
      pageId="7"
      thread={{ comment: COMMENT, answers: [] }}
      focusedId={undefined}
      mayComment
      needsCaptcha={false}
      onChanged={changed}
    />,
  )
  await user.click(screen.getByRole('button', { name: /^Delete comment by/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  const flag = await screen.findByRole('alert')
  within(flag).getByText('The comment could not be deleted')
  within(flag).getByText('Somebody holds on to it')
  screen.getByText('Stays')
  expect(server.calls(deleteContent).map(({ params }) => params)).toEqual([{ id: '12' }])
  expect(changed).not.toHaveBeenCalled()
})

test('saving is given up after two minutes [I9-12]', async () => {
  const server = new FakeServer().answer(quickAddComment, heldAnswer(quickAddComment).answer)
  const page = { id: '7', permissions: { createAttachment: false }, space: { key: 'DOCS' } }
  const { container } = await renderInApp(
    <CommentForm
      Editor={FixedEditor}
      pageId="7"
      place="new"
      label="Write a comment…"
      submitLabel="Comment"
      onSubmit={async storage => void (await postComment('7', storage))}
      onCancel={() => undefined}
      onReplaced={() => undefined}
    />,
    { queries: [{ key: endpointKey(getPageView, { params: { id: '7' } }), data: page }] },
  )
  const form = container.querySelector('form.ox-comment-form')
  if (!form) throw new Error('the form is missing')
  vi.useFakeTimers()
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  fireEvent.submit(form)
  await pass(0)
  expect(server.calls(quickAddComment).map(({ body }) => body.html)).toEqual(['<p>Waiting</p>'])
  const failure = () => screen.queryByText('Failed to save the comment. Please try again later.')
  await pass(119_000)
  expect(failure()).toBeNull()
  await pass(1_000)
  expect(failure()).not.toBeNull()
})
