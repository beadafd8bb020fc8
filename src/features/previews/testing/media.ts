/** A video and a sound for tests, small and of our own making. */
import sharp from 'sharp'

/** EBML element: id, length and content (RFC 8794). */
function element(id: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex')
  const length = Buffer.alloc(8)
  length.writeUInt32BE(body.length, 4)
  // The width of a length is the place of its first bit.
  length[0] = 0x01
  return Buffer.concat([name, length, body])
}

const text = (value: string) => Buffer.from(value, 'latin1')
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const float = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/**
 * A WebM of a picture for each colour, 100 ms long each: a lossy WebP is a key frame of VP8, so no video encoder is
 * needed. The format: https://www.webmproject.org/docs/container/
 */
export async function webm(colours: readonly string[], width = 320, height = 180): Promise<Buffer> {
  const frames = await Promise.all(
    colours.map(async background => {
      const picture = await sharp({ create: { width, height, channels: 3, background } })
        .webp()
        .toBuffer()
      const at = picture.indexOf('VP8 ', 12, 'latin1')
      return picture.subarray(at + 8, at + 8 + picture.readUInt32LE(at + 4))
    }),
  )
  const blocks = frames.map((frame, index) => {
    const head = Buffer.from([0x81, 0, 0, 0x80])
    head.writeInt16BE(index * 100, 1)
    return element(0xa3, head, frame)
  })
  const video = element(0xe0, element(0xb0, number(width)), element(0xba, number(height)))
  return Buffer.concat([
    element(
      0x1a45dfa3,
      element(0x4286, number(1)),
      element(0x42f7, number(1)),
      element(0x42f2, number(4)),
      element(0x42f3, number(8)),
      element(0x4282, text('webm')),
      element(0x4287, number(2)),
      element(0x4285, number(2)),
    ),
    element(
      0x18538067,
      element(
        0x1549a966,
        element(0x2ad7b1, number(1_000_000)),
        element(0x4489, float(frames.length * 100)),
        element(0x4d80, text('test')),
        element(0x5741, text('test')),
      ),
      element(
        0x1654ae6b,
        element(
          0xae,
          element(0xd7, number(1)),
          element(0x73c5, number(1)),
          element(0x83, number(1)),
          element(0x86, text('V_VP8')),
          video,
        ),
      ),
      element(0x1f43b675, element(0xe7, number(0)), ...blocks),
    ),
  ])
}

/** A WAV of a quiet tone. */
export function wav(milliseconds: number): Buffer {
  const rate = 8000
  const samples = Buffer.from(
    Array.from(
      { length: (rate * milliseconds) / 1000 },
      (_, at) => 128 + 8 * Math.sin((2 * Math.PI * 440 * at) / rate),
    ),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  // Plain samples, of one channel, a byte each.
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
