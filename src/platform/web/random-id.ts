/** 32 random hexadecimal digits; `crypto.randomUUID` is missing where a wiki is reached without TLS. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
