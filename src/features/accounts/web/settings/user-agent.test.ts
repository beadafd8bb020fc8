import { expect, it } from 'vitest'
import { describeBrowser } from './user-agent.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Windows', false],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
    'Chrome, Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36 Edg/129.0',
    'Edge, Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
    true,
  ],
  ['curl/8.5.0', 'curl', false],
  ['', '', false],
])('says of %s that it is %s', (userAgent, name, isMobile) => {
  expect(describeBrowser(userAgent)).toEqual({ name, isMobile })
})
