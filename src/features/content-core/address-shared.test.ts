import { describe, expect, it } from 'vitest'
import { withOtherParameters } from './address-shared.ts'

describe('the path of a page with the parameters of another address of it', () => {
  it.each([
    ['/display/OPS/Plan', '', '/display/OPS/Plan'],
    ['/display/OPS/Plan', 'focusedCommentId=7&a=b&a=c', '/display/OPS/Plan?focusedCommentId=7&a=b&a=c'],
    ['/display/OPS/Plan', 'spaceKey=OLD&title=Old&postingDay=1&x=%26', '/display/OPS/Plan?x=%26'],
    ['/pages/viewpage.action?pageId=7', 'pageId=8&x=1', '/pages/viewpage.action?pageId=7&x=1'],
  ])('%s with %s', (path, parameters, expected) => {
    expect(withOtherParameters(path, new URLSearchParams(parameters))).toBe(expected)
  })
})
