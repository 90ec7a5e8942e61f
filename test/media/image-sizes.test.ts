import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCoveringDimensions, computeSourceDimensions, planSizes } from '../../src/calendar/images/image-sizes.ts'

const list = (width: number, height: number) =>
  planSizes({ width, height }).map((size) => [size.name, size.width, size.height, size.crop])

test('A large image has all sizes, in the order of the wire', () => {
  assert.deepEqual(list(2000, 1000), [
    ['medium', 300, 150, false],
    ['large', 1024, 512, false],
    ['thumbnail', 150, 150, true],
    ['medium_large', 768, 384, false],
  ])
})

test('An image has no size that is larger, or smaller by a pixel only', () => {
  assert.deepEqual(list(151, 151), [])
  assert.deepEqual(list(152, 100), [['thumbnail', 150, 100, true]])
  assert.deepEqual(list(301, 300), [['thumbnail', 150, 150, true]])
  assert.deepEqual(list(302, 300), [
    ['medium', 300, 298, false],
    ['thumbnail', 150, 150, true],
  ])
})

test('The source of the sizes is as small as the largest of them', () => {
  const image = { width: 4000, height: 2000 }
  assert.deepEqual(computeSourceDimensions(image, planSizes(image)), { width: 1024, height: 512 })
  const thumbnail = planSizes(image).filter(({ name }) => name === 'thumbnail')
  assert.deepEqual(computeSourceDimensions(image, thumbnail), { width: 300, height: 150 })
  assert.deepEqual(computeSourceDimensions(image, []), image)
})

test('An area is covered in the aspect ratio of the image', () => {
  assert.deepEqual(computeCoveringDimensions({ width: 600, height: 300 }, { width: 150, height: 150 }), {
    width: 300,
    height: 150,
  })
  assert.deepEqual(computeCoveringDimensions({ width: 100, height: 301 }, { width: 50, height: 60 }), {
    width: 50,
    height: 151,
  })
})
