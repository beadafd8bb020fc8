import { act, fireEvent, screen, within } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { endpointKey } from '#platform/page-data.ts'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { registerTracker, type Tracker } from '#platform/web/tracking.ts'
import { deleteContent, getPageView, updateContent } from '#features/content/contract.ts'
import type { SmallEditorProps } from '#features/editor/web/index.ts'
import { quickAddComment, quickReply, type QuickComment } from '../quick-contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentThread } from './CommentThread.tsx'
import { changeComment, postComment } from './post.ts'

afterEach(() => {
  vi.useRealTimers()
  registerTracker(() => undefined)
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

test('comments that are written, answered, changed and deleted are counted, and those that fail are not', async () => {
  const tracker = vi.fn<Tracker>()
  registerTracker(tracker)
  const saved = (id: number, parentId: number): QuickComment => ({
    id,
    html: '<p>x</p>',
    asyncRenderSafe: true,
    ownerId: 7,
    parentId,
    isInlineComment: false,
    primaryActions: [],
    secondaryActions: [],
  })
  const server = new FakeServer()
    .answer(quickAddComment, saved(12, 0))
    .answer(quickReply, saved(13, 12))
    .answer(updateContent, () => Response.json({ id: '12' }))
    .answer(deleteContent, () => new Response(null, { status: 204 }))
  expect(await postComment('7', '<p>x</p>')).toBe('12')
  expect(await postComment('7', '<p>x</p>', { parentId: '12' })).toBe('13')
  await changeComment('12', '<p>y</p>', 1)
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
  await vi.waitFor(() => expect(changed).toHaveBeenCalled())
  const events = [
    ['confluence.comment.create', { contentId: '7', isReply: false }],
    ['confluence.comment.create', { contentId: '7', isReply: true }],
    ['confluence.comment.update', { contentId: '12' }],
    ['confluence.comment.delete', { contentId: '12' }],
  ]
  expect(tracker.mock.calls).toEqual(events)

  server.answer(quickAddComment, () => refusal(403, 'No')).answer(updateContent, () => refusal(409, 'Late'))
  await expect(postComment('7', '<p>x</p>')).rejects.toThrow('No')
  await expect(changeComment('12', '<p>y</p>', 1)).rejects.toThrow('Late')
  expect(tracker.mock.calls).toEqual(events)
})
