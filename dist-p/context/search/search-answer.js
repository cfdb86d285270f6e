/** What search is asked and what it answers, for agents, the command line and the context tools alike (FACT-16). */
export {};
