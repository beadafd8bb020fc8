import type { App } from '#platform/server/app.ts'
import { challengesOf } from '../server/challenge.ts'

/** The word of a picture. @param source its address */
export function wordOf(app: App, source: string): string {
  return challengesOf(app, new URL(source, app.baseUrl).searchParams.get('id') ?? '')[0].word
}
