import { describe, expect, it } from 'vitest'
import { isPrivateAddress } from './outgoing.ts'

describe('addresses that the wiki does not call', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
  ])('%s', address => expect(isPrivateAddress(address)).toBe(true))
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'but %s',
    address => expect(isPrivateAddress(address)).toBe(false),
  )
})
