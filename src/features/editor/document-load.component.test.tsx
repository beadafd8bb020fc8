import { afterEach, describe, expect, test, vi } from 'vitest'
import { CodeError, opensAsDocument } from './web/document-load.ts'

const EDIT = '/pages/editpage.action?pageId=1'

describe('the full edit page in the place of an editor that does not open', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    document.head.querySelector('script[src]')?.remove()
  })

  const MISSING = `${location.origin}/assets/EditorScreen-1.js`
  /** The error of an import, as Chromium words it. */
  const codeError = () =>
    new CodeError('missing', { cause: new TypeError(`Failed to fetch dynamically imported module: ${MISSING}`) })

  /** This document loads `web-1.js`; scripts do not come unless it is said. */
  function documentOf(answer: { status: number; script: string; comes?: boolean } | 'none') {
    const script = document.createElement('script')
    script.type = 'module'
    script.setAttribute('src', '/assets/web-1.js')
    document.head.append(script)
    vi.stubGlobal('fetch', (address: string) => {
      if (answer === 'none' || (address === MISSING && !answer.comes))
        return Promise.reject(new TypeError('Failed to fetch'))
      const html = `<html><head><script type="module" src="${answer.script}"></script></head></html>`
      return Promise.resolve(new Response(html, { status: answer.status }))
    })
  }

  test.each([
    ['a failure of the call', { status: 200, script: '/assets/web-1.js' }, false, true],
    ['a failure of the call, in another version', { status: 200, script: '/assets/web-2.js' }, false, true],
    ['a failure of both', { status: 500, script: '/assets/web-1.js' }, false, false],
    ['missing code of the same version', { status: 200, script: '/assets/web-1.js' }, true, false],
    ['missing code that comes by now', { status: 200, script: '/assets/web-1.js', comes: true }, true, true],
    ['missing code, in another version', { status: 200, script: '/assets/web-2.js' }, true, true],
    ['missing code, while the server is down', { status: 503, script: '/assets/web-2.js' }, true, false],
    ['missing code without a connection', 'none', true, false],
  ] as const)('after %s', async (_, answer, isCodeMissing, expected) => {
    documentOf(answer)
    const missing = isCodeMissing ? codeError() : undefined
    expect(await opensAsDocument(EDIT, Date.now() + 4000, missing)).toBe(expected)
  })
})
