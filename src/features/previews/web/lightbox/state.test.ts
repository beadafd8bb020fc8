import { expect, it } from 'vitest'
import { LIGHTBOX_DEFAULTS, nextState, type LightboxEvent, type LightboxState } from './state.ts'

it('goes from loading to open, by changing to the next picture, and to closed [D4-35]', () => {
  const states: LightboxState[] = ['closed']
  const events: LightboxEvent[] = ['show', 'loaded', 'show', 'failed', 'close', 'loaded', 'show', 'show', 'close']
  for (const event of events) states.push(nextState(states.at(-1) ?? 'closed', event))
  expect(states).toEqual([
    'closed',
    'loading',
    'open',
    'changing',
    'open',
    'closed',
    // A picture that comes when it was closed opens nothing.
    'closed',
    'loading',
    'loading',
    'closed',
  ])
})

it('has the defaults of the old lightbox [D9-19]', () => {
  expect(LIGHTBOX_DEFAULTS).toEqual({
    padding: 10,
    margin: 40,
    width: 560,
    height: 340,
    overlayOpacity: 0.7,
    speedIn: 300,
    speedOut: 300,
    changeSpeed: 300,
  })
})
