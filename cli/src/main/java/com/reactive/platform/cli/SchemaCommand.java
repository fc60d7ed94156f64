package com.reactive.platform.cli;

import picocli.CommandLine.Command;

@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Make a stream's Avro schema from examples, and check a new one against the old.",
    subcommands = {SchemaCheckCommand.class, SchemaInferCommand.class},
    footer = {"", "Example: ./reactive schema infer events.jsonl"})
final class SchemaCommand {}
