/** Those who are called while lists are read: their calls wait for one another only where one agent has several. */
export const agents = Array.from({ length: 10 }, (_, agent) => agent)
