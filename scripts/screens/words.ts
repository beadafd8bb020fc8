import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/packages.mjs'

const messages = new Map<string, string>()

/** Makes `say` speak the language of a locale; English needs no words. */
export function speak(locale: string): void {
  const [language = 'en'] = locale.split('-')
  for (const path of globSync(`src/**/${language}.json`, { cwd: root })) {
    const found = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>
    for (const [english, said] of Object.entries(found)) messages.set(english, said)
  }
}

/** The interface's words for an English text. */
export function say(english: string): string {
  return messages.get(english) ?? english
}
