import { describe, expect, it } from 'vitest'
import { isAllowedRedirect, isRegisteredRedirect } from './server/redirects.ts'

describe('addresses to return to', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://agent.example.org:8443/back?x=1',
    'http://localhost/',
    'http://localhost:33418/',
    'http://127.0.0.1:6274/oauth/callback',
    'http://[::1]:9000/',
  ])('may be %s', address => {
    expect(isAllowedRedirect(address)).toBe(true)
  })

  it.each([
    '',
    '/callback',
    'http://agent.example.org/back',
    'http://localhost.example.org/',
    'http://127.0.0.1.example.org/',
    'http://localhost@example.org/',
    'https://user:secret@example.org/',
    'https://example.org/#part',
    'https://example.org/#',
    'https:\\\\example.org/',
    'https://example.org/a b',
    'https://example.org/\r\nx: y',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vscode://x/y',
  ])('may not be %s', address => {
    expect(isAllowedRedirect(address)).toBe(false)
  })

  it('match exactly, but for the port on the own computer', () => {
    const registered = ['https://agent.example.org/back', 'http://127.0.0.1/cb?x=1', 'http://localhost:1/cb']
    const matches = (given: string) => isRegisteredRedirect(registered, given)
    expect(['https://agent.example.org/back', 'http://127.0.0.1:5000/cb?x=1', 'http://localhost:2/cb'].map(matches)) //
      .toEqual([true, true, true])
    for (const other of [
      'https://agent.example.org/back/',
      'https://agent.example.org/back?x',
      'https://agent.example.org:8443/back',
      'https://agent.example.org/back/../other',
      'https://evil.example/back',
      'http://127.0.0.1:5000/cb',
      'http://127.0.0.1:5000/cb?x=1#y',
      'http://x@127.0.0.1:5000/cb?x=1',
      'https://127.0.0.1:5000/cb?x=1',
      'http://localhost:2/other',
      'http://[::1]:2/cb',
    ])
      expect(matches(other), other).toBe(false)
  })
})
