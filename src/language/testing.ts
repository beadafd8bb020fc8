import {
  parse, referenceKey, render, type Reference, type RenderHost, type RenderOptions, type RenderResult, type Resolved,
} from './index.ts'

/** The page that tests render. */
export const testPage = { id: '42', title: 'Our Page', spaceKey: 'DS', version: 3, contentType: 'page' }

/** A wiki that holds what it is given, and counts how often it is asked. */
export function testHost(found: ReadonlyArray<readonly [Reference, Resolved]> = []): RenderHost & { asked: number } {
  const known = new Map(found.map(([reference, resolved]) => [referenceKey(reference), resolved]))
  return {
    asked: 0,
    resolve(references) {
      this.asked++
      const answer = references.flatMap((reference) => {
        const resolved = known.get(referenceKey(reference))
        return resolved ? [[referenceKey(reference), resolved] as const] : []
      })
      return Promise.resolve(new Map(answer))
    },
  }
}

/** Renders a text as the test page. A macro that fails throws. */
export function renderText(source: string, options: Partial<RenderOptions> = {}): Promise<RenderResult> {
  return render(parse(source), {
    host: testHost(),
    page: testPage,
    baseUrl: 'https://wiki.example.com/ctx',
    onError: (error) => {
      throw error
    },
    ...options,
  })
}

/** The HTML of a text as the test page. */
export async function htmlOf(source: string, options: Partial<RenderOptions> = {}): Promise<string> {
  return (await renderText(source, options)).html
}
