import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startIslands } from '#features/content/web/index.ts'
import { DRAWIO_MACROS, EDITOR_PATH, MACRO, VIEWER_PATH } from '../names.ts'
import './index.ts'

test.each([MACRO, ...DRAWIO_MACROS])('a diagram of the macro %s has the toolbar of diagrams', async macro => {
  // jsdom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const article = document.createElement('div')
  article.innerHTML = `<p><span class="gliffy-container" data-macro-name="${macro}" data-filename="Flow" data-ceoid="7"
    data-islinked="false" data-chrome="full" data-edit="${EDITOR_PATH}?name=Flow" data-full="${VIEWER_PATH}?name=Flow"
    ><span class="gliffy-viewer-frame"><img class="gliffy-image" src="data:," alt="Flow"></span></span></p>`
  document.body.append(article)
  onTestFinished(() => article.remove())
  onTestFinished(startIslands(article, { contentId: '7', mayUpdate: true, onChanged: () => undefined }))
  const edit = await screen.findByRole('link', { name: 'Edit' })
  expect([edit, screen.getByRole('link', { name: 'Fullscreen' })].map(link => link.getAttribute('href'))).toEqual([
    `${EDITOR_PATH}?name=Flow`,
    `${VIEWER_PATH}?name=Flow`,
  ])
})
