-- A version that knows nothing of sealed texts finds no column, instead of giving a sealed text for a password.
ALTER TABLE "cliente_servico" RENAME COLUMN "senha" TO "senha_cifrada";
ALTER TABLE "cliente_servico_senha" RENAME COLUMN "senha" TO "senha_cifrada";
