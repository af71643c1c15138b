/**
 * For a child's program: sends `first`, answers the parent's messages, and ends when the parent disconnects or ends.
 */
export function serveParent<Question>(first: unknown, answer: (question: Question) => unknown, end: () => unknown) {
  process.on('message', async (question) => {
    try {
      process.send?.((await answer(question as Question)) ?? {})
    } catch (error) {
      process.send?.({ failed: error instanceof Error ? error.stack : String(error) })
    }
  })
  process.once('disconnect', async () => {
    await end()
    process.exit(0)
  })
  process.send?.(first)
}
