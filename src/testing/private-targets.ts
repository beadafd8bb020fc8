/** Hosts in the own network, as addresses of the web may name them. */

const V4 = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']

const OTHERS = [
  '127.255.255.254',
  '10.255.255.255',
  '172.31.255.255',
  '192.168.255.255',
  '169.254.0.1',
  '100.127.255.255',

  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost',
  '127.0.0.1.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:10.0.0.1]',

  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001:db8::1]',
  '[100::1]',
  // Other digits and points that browsers and Node read as usual ones.
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  '%31%32%37.0.0.1',
  '127.0.0.%31',
]

/** The address in forms that `inet_aton` knows. */
function formsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const hex = (part: number) => `0x${part.toString(16)}`
  const octal = (part: number) => `0${part.toString(8)}`
  return [
    address,
    String(whole),
    hex(whole),
    octal(whole),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    `${a}.${b * 2 ** 16 + c * 2 ** 8 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
  ]
}

/** At least 100 hosts that the wiki must not call. */
export const privateTargets: readonly string[] = [...new Set([...V4.flatMap(formsOf), ...OTHERS])]
