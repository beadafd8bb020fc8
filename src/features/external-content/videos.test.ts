import { describe, expect, it } from 'vitest'
import { isPlayer, videoOf } from './videos-shared.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/zy5ycJO4al-'
const VIMEO = 'https://player.vimeo.com/video/30980990'
const ID = '0123456789abcdef0123456789abcdef'
const LOOM = `https://www.loom.com/embed/${ID}`

describe('the player of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=zy5ycJO4al-', YOUTUBE],
    [' http://youtube.com/watch?app=desktop&v=zy5ycJO4al-&list=PL1 ', YOUTUBE],
    ['https://m.youtube.com/watch?v=zy5ycJO4al-&t=90', `${YOUTUBE}?start=90`],
    ['https://youtu.be/zy5ycJO4al-?si=x&t=1h2m3s', `${YOUTUBE}?start=3723`],
    ['https://youtu.be/zy5ycJO4al-?t=15s', `${YOUTUBE}?start=15`],
    ['https://www.youtube.com/embed/zy5ycJO4al-?start=7', `${YOUTUBE}?start=7`],
    ['https://www.youtube.com/live/zy5ycJO4al-?t=%22onload', YOUTUBE],
    ['http://vimeo.com/30980990', VIMEO],
    ['https://player.vimeo.com/video/30980990?autoplay=1', VIMEO],
    ['https://vimeo.com/30980990/0123456789', `${VIMEO}?h=0123456789`],
    ['https://player.vimeo.com/video/30980990?h=0123456789', `${VIMEO}?h=0123456789`],
    [`https://loom.com/share/${ID}?sid=1`, LOOM],
    [`https://www.loom.com/embed/${ID}`, LOOM],
  ])('of %s', (address, player) => {
    expect(videoOf(address)).toMatchObject({ player, isUpright: false })
    expect(isPlayer(new URL(player))).toBe(true)
  })

  it('is upright for a short', () => {
    expect(videoOf('https://youtube.com/shorts/zy5ycJO4al-')).toMatchObject({ player: YOUTUBE, isUpright: true })
  })

  it.each([
    '',
    'zy5ycJO4al-',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=zy5ycJO4al-x',
    'https://www.youtube.com/watch?v=../../redir',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.youtube.com/zy5ycJO4al-',
    'https://www.youtube.com/embed/zy5ycJO4%22-',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://youtu.be/shorts/zy5ycJO4al-',
    'https://youtu.be/zy5ycJO4al-/more',
    'https://www.youtube.com:8443/watch?v=zy5ycJO4al-',
    'https://user@www.youtube.com/watch?v=zy5ycJO4al-',
    'https://www.youtube.com@evil.example/watch?v=zy5ycJO4al-',
    'https://www.youtube.com.evil.example/watch?v=zy5ycJO4al-',
    'https://evil-youtube.com/watch?v=zy5ycJO4al-',
    'https://evil.example/?https://youtu.be/zy5ycJO4al-',
    'javascript://youtu.be/zy5ycJO4al-',
    'https://vimeo.com/about',
    'https://vimeo.com/30980990x',
    'https://www.loom.com/share/0123',
    `https://www.loom.com/share/${ID}0`,
    `https://www.loom.com/share/${ID.replace('f', 'g')}`,
  ])('does not exist for %s', address => {
    expect(videoOf(address)).toBeUndefined()
  })

  it.each([
    'https://www.youtube-nocookie.com/embed/zy5ycJO4al-?autoplay=1',
    'https://www.youtube.com/embed/zy5ycJO4al-',
    'https://maps.example.org/',
  ])('is not %s', address => {
    expect(isPlayer(new URL(address))).toBe(false)
  })
})
