const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text could be a call's id: anything else is no call's, and the database would choke on it. */
export const isLigacaoId = (text: string) => uuid.test(text)
