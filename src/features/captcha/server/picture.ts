import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH } from '../shared.ts'
import type { Challenge } from './challenge.ts'

const FAMILIES = ['Arimo', 'Tinos', 'Cousine'] as const
const INKS = ['#22201c', '#0c4a6e', '#5b2333', '#1f4d3a'] as const
const LINES = 5

/**
 * The word of a challenge as an SVG: letters of several fonts, turned, bent and crossed by lines. The same for the same
 * challenge.
 */
export function captchaSvg({ word, seed }: Challenge): string {
  const random = randomOf(seed)
  const between = (low: number, high: number): number => low + random() * (high - low)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  const step = (CAPTCHA_WIDTH - 40) / word.length
  const letters = [...word].map((letter, index) => {
    const x = 20 + step * (index + 0.5) + between(-4, 4)
    const y = CAPTCHA_HEIGHT / 2 + between(8, 18)
    const family = pick(FAMILIES)
    return (
      `<text transform="translate(${one(x)} ${one(y)}) rotate(${one(between(-24, 24))}) skewX(${one(between(-12, 12))})" ` +
      `text-anchor="middle" font-family="${family}, sans-serif" font-weight="bold" font-size="${one(between(34, 42))}" ` +
      `fill="${pick(INKS)}">${letter}</text>`
    )
  })
  const lines = Array.from({ length: LINES }, () => {
    const [y1, y2, y3] = [between(4, 60), between(-10, 74), between(4, 60)]
    return `<path d="M0 ${one(y1)} Q ${one(between(60, 140))} ${one(y2)} ${CAPTCHA_WIDTH} ${one(y3)}" fill="none" stroke="${pick(INKS)}" stroke-width="${one(between(0.8, 1.8))}"/>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}" viewBox="0 0 ${CAPTCHA_WIDTH} ${CAPTCHA_HEIGHT}">` +
    `<filter id="bend" x="0" y="0" width="1" height="1" filterUnits="objectBoundingBox">` +
    `<feTurbulence type="turbulence" baseFrequency="0.02 0.035" numOctaves="1" seed="${seed % 10_000}"/>` +
    `<feDisplacementMap in="SourceGraphic" scale="9" xChannelSelector="R" yChannelSelector="G"/></filter>` +
    `<rect width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}" fill="#f3f1ec"/>` +
    `<g filter="url(#bend)"><rect width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}" fill="#f3f1ec"/>${letters.join('')}${lines.join('')}</g></svg>`
  )
}

function one(value: number): string {
  return value.toFixed(1)
}

/**
 * Numbers from 0 to 1 that follow from a seed: mulberry32, which is in the public domain. Nothing secret rests on them.
 */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
