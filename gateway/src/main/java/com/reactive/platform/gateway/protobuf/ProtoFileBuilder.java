package com.reactive.platform.gateway.protobuf;

import com.reactive.platform.gateway.protobuf.ProtoMessage.Member.Label;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Derives the .proto of a stream from its Avro schema. One for each. */
public final class ProtoFileBuilder {
  /** The gateway fills such a field: clients cannot send it. */
  private static final String FILLED = "x-reactive";

  private static final String WRAPPED = "value";

  private final String stream;
  private final FieldNumbers known;
  private final NumberBook book;
  private final Map<String, ProtoMessage> messages = new LinkedHashMap<>();
  private final Map<String, EnumDraft> enums = new LinkedHashMap<>();

  private record EnumDraft(ProtoEnum made, Schema schema, NumberBook.Page page) {}

  /**
   * Derives it.
   *
   * @param schema a record that a transcoder can be made of
   * @param known the numbers given so far; what has none yet gets the next
   */
  public static ProtoFile of(String stream, Schema schema, FieldNumbers known) {
    return new ProtoFileBuilder(stream, known).build(schema);
  }

  private ProtoFileBuilder(String stream, FieldNumbers known) {
    this.stream = stream;
    this.known = known;
    this.book = new NumberBook(known);
  }

  private ProtoFile build(Schema root) {
    record(root);
    Set<String> taken = new HashSet<>(book.names());
    for (NumberBook.Page page : book.pages()) {
      enums.values().stream()
          .filter(draft -> draft.page() == page)
          .forEach(draft -> complete(draft, taken));
    }
    FieldNumbers numbers = book.numbers();
    String identifier = stream.replace('-', '_');
    boolean startsWithDigit = Character.isDigit(identifier.charAt(0));
    return new ProtoFile(
        stream + ".proto",
        "reactive." + (startsWithDigit ? "_" : "") + identifier,
        List.copyOf(messages.values()),
        enums.values().stream().map(EnumDraft::made).toList(),
        numbers,
        !numbers.equals(known));
  }

  private ProtoMessage record(Schema record) {
    String key = record.getFullName();
    ProtoMessage known = messages.get(key);
    if (known != null) {
      return known;
    }
    NumberBook.Page page = book.page(false, key, record.getName(), key.replace('.', '_'));
    ProtoMessage message = new ProtoMessage(page.name(), record.getDoc(), false);
    messages.put(key, message);
    List<ProtoMessage.Member> members = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      Place place = new Place(page, key + "/" + field.name(), camel(page, field.name()));
      members.add(member(place, field.name(), field, field.schema()));
    }
    complete(message, page, members);
    return message;
  }

  /**
   * Where a value lies.
   *
   * @param path the key of its wrapper message, if it needs one
   * @param wrapper the name of that
   */
  private record Place(NumberBook.Page page, String path, String wrapper) {
    Place below(String step, String name) {
      return new Place(page, path + step, wrapper + name);
    }
  }

  private static String camel(NumberBook.Page page, String field) {
    return page.name() + ProtoNames.camel(field);
  }

  /** The message of a value that a field of protobuf cannot hold: its only member is the value. */
  private ProtoMessage wrapper(Place place, Schema value) {
    ProtoMessage known = messages.get(place.path());
    if (known != null) {
      return known;
    }
    NumberBook.Page page = book.page(false, place.path(), place.wrapper());
    ProtoMessage message = new ProtoMessage(page.name(), null, true);
    messages.put(place.path(), message);
    Place inside = new Place(page, place.path(), page.name());
    complete(message, page, List.of(member(inside, WRAPPED, null, value)));
    return message;
  }

  private ProtoMessage.Member member(Place place, String name, Schema.Field field, Schema schema) {
    if (field != null && field.getObjectProp(FILLED) != null) {
      return new ProtoMessage.Member(name, field, schema, Label.ABSENT, null, List.of());
    }
    boolean canBeEmpty = field == null || !field.hasDefaultValue() || isEmpty(field.defaultVal());
    if (schema.getType() == Schema.Type.ARRAY && canBeEmpty) {
      ProtoMessage.Type type = type(place.below("[]", "Item"), schema.getElementType());
      return single(place, name, field, schema, Label.REPEATED, "repeated " + type.name(), type);
    }
    if (schema.getType() == Schema.Type.MAP && canBeEmpty) {
      ProtoMessage.Type type = type(place.below("{}", "Value"), schema.getValueType());
      String text = "map<string, " + type.name() + ">";
      return single(place, name, field, schema, Label.MAP, text, type);
    }
    if (schema.isUnion()) {
      return union(place, name, field, schema);
    }
    if (schema.getType() == Schema.Type.NULL) {
      return new ProtoMessage.Member(name, field, schema, Label.ABSENT, null, List.of());
    }
    ProtoMessage.Type type = type(place, schema);
    return single(place, name, field, schema, Label.SINGULAR, type.name(), type);
  }

  private static ProtoMessage.Member single(
      Place place,
      String name,
      Schema.Field field,
      Schema schema,
      Label label,
      String text,
      ProtoMessage.Type type) {
    int number = place.page().number(name, schema.getFullName(), text, true);
    ProtoMessage.Field only = new ProtoMessage.Field(number, name, type, -1, schema);
    return new ProtoMessage.Member(name, field, schema, label, null, List.of(only));
  }

  private ProtoMessage.Member union(Place place, String name, Schema.Field field, Schema union) {
    List<ProtoMessage.Field> fields = new ArrayList<>();
    List<Schema> branches = union.getTypes();
    boolean nullNeedsField = field != null && hasOtherDefault(field);
    boolean hasInt = branches.stream().anyMatch(b -> b.getFullName().equals("int"));
    for (int i = 0; i < branches.size(); i++) {
      Schema branch = branches.get(i);
      boolean isNull = branch.getType() == Schema.Type.NULL;
      if (isNull && !nullNeedsField) {
        continue;
      }
      Place inside = place.below("|" + branch.getFullName(), camel(branch));
      ProtoMessage.Type type = isNull ? ProtoMessage.Type.NULL : type(inside, branch);
      int number = place.page().number(name, branch.getFullName(), type.name(), !hasInt);
      fields.add(new ProtoMessage.Field(number, name + "_" + branch.getName(), type, i, branch));
    }
    if (fields.isEmpty()) {
      return new ProtoMessage.Member(name, field, union, Label.ABSENT, null, List.of());
    }
    return fields.size() == 1
        ? new ProtoMessage.Member(
            name, field, union, Label.SINGULAR, null, List.of(fields.get(0).named(name)))
        : new ProtoMessage.Member(name, field, union, Label.ONEOF, name, fields);
  }

  private static String camel(Schema branch) {
    return ProtoNames.camel(branch.getName());
  }

  /** Then a field that is left out is not null. */
  private static boolean hasOtherDefault(Schema.Field field) {
    return field.hasDefaultValue() && field.defaultVal() != JsonProperties.NULL_VALUE;
  }

  private static boolean isEmpty(Object value) {
    return (value instanceof Collection<?> list && list.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty());
  }

  /** The type of one value, which may be wrapped. */
  private ProtoMessage.Type type(Place place, Schema schema) {
    return switch (schema.getType()) {
      case UNION, ARRAY, MAP, NULL -> ProtoMessage.Type.of(wrapper(place, schema));
      case RECORD -> ProtoMessage.Type.of(record(schema));
      case ENUM -> ProtoMessage.Type.of(enumeration(schema));
      default -> scalar(schema);
    };
  }

  private static ProtoMessage.Type scalar(Schema schema) {
    LogicalType logical = LogicalTypes.fromSchemaIgnoreInvalid(schema);
    if (logical != null) {
      switch (logical.getName()) {
        case "timestamp-millis", "timestamp-micros", "timestamp-nanos" -> {
          return ProtoMessage.Type.TIMESTAMP;
        }
        case "date",
            "time-millis",
            "time-micros",
            "local-timestamp-millis",
            "local-timestamp-micros",
            "local-timestamp-nanos",
            "decimal",
            "big-decimal",
            "uuid",
            "duration" -> {
          return ProtoMessage.Type.STRING;
        }
        default -> {
          // Unknown: then the base type counts.
        }
      }
    }
    return switch (schema.getType()) {
      case BOOLEAN -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.BOOL, "bool");
      case INT -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.INT32, "int32");
      case LONG -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.INT64, "int64");
      case FLOAT -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.FLOAT, "float");
      case DOUBLE -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.DOUBLE, "double");
      case STRING -> ProtoMessage.Type.STRING;
      case BYTES, FIXED -> ProtoMessage.Type.of(ProtoMessage.Type.Kind.BYTES, "bytes");
      default -> throw new AssertionError(schema.getType());
    };
  }

  private ProtoEnum enumeration(Schema schema) {
    String key = schema.getFullName();
    EnumDraft known = enums.get(key);
    if (known != null) {
      return known.made();
    }
    NumberBook.Page page = book.page(true, key, schema.getName(), key.replace('.', '_'));
    ProtoEnum made = new ProtoEnum(page.name(), schema.getDoc());
    enums.put(key, new EnumDraft(made, schema, page));
    schema.getEnumSymbols().forEach(symbol -> page.number(symbol, "", "", false));
    return made;
  }

  /** Names the values, which share the scope of all types: those of lower numbers choose first. */
  private static void complete(EnumDraft draft, Set<String> taken) {
    String prefix = ProtoNames.upperSnake(draft.page().name()) + "_";
    Set<String> clashes = new HashSet<>();
    String zero = name(prefix + "UNSPECIFIED", 0, taken, clashes);
    List<ProtoEnum.Value> values = new ArrayList<>();
    List<ProtoEnum.Value> former = new ArrayList<>();
    for (FieldNumbers.Entry entry : byNumber(draft.page())) {
      String wanted = prefix + ProtoNames.upperSnake(entry.field());
      String name = name(wanted, entry.number(), taken, clashes);
      boolean there = draft.schema().hasEnumSymbol(entry.field());
      int ordinal = there ? draft.schema().getEnumOrdinal(entry.field()) : -1;
      (there ? values : former)
          .add(new ProtoEnum.Value(entry.number(), name, entry.field(), ordinal));
    }
    values.sort(Comparator.comparingInt(ProtoEnum.Value::ordinal));
    draft.made().complete(zero, values, former);
  }

  private static String name(String wanted, int number, Set<String> taken, Set<String> clashes) {
    String name = wanted;
    if (taken.contains(name) || clashes.contains(ProtoNames.clash(name))) {
      name =
          ProtoNames.numbered(
              wanted,
              number,
              each -> taken.contains(each) || clashes.contains(ProtoNames.clash(each)));
    }
    taken.add(name);
    clashes.add(ProtoNames.clash(name));
    return name;
  }

  private static List<FieldNumbers.Entry> byNumber(NumberBook.Page page) {
    return page.entries().stream()
        .sorted(Comparator.comparingInt(FieldNumbers.Entry::number))
        .toList();
  }

  /** Names the fields: those of lower numbers choose first. */
  private static void complete(
      ProtoMessage message, NumberBook.Page page, List<ProtoMessage.Member> members) {
    Map<Integer, ProtoMessage.Field> current = new HashMap<>();
    members.forEach(m -> m.fields().forEach(field -> current.put(field.number(), field)));
    Map<Integer, String> names = new HashMap<>();
    Set<String> clashes = new HashSet<>();
    List<FieldNumbers.Entry> former = new ArrayList<>();
    for (FieldNumbers.Entry entry : byNumber(page)) {
      ProtoMessage.Field field = current.get(entry.number());
      if (field == null) {
        former.add(entry);
      } else {
        names.put(entry.number(), fieldName(field, entry, clashes));
      }
    }
    Set<String> taken = new HashSet<>(names.values());
    List<ProtoMessage.Member> named = new ArrayList<>();
    for (ProtoMessage.Member member : members) {
      List<ProtoMessage.Field> fields =
          member.fields().stream().map(field -> field.named(names.get(field.number()))).toList();
      String oneof = member.oneof();
      while (oneof != null && !taken.add(oneof)) {
        oneof = oneof + "_";
      }
      named.add(
          new ProtoMessage.Member(
              member.name(), member.field(), member.schema(), member.label(), oneof, fields));
    }
    message.complete(named, reserved(former, taken));
  }

  /** A map's entry is a message inside, whose name must not be a field's. */
  private static String fieldName(
      ProtoMessage.Field field, FieldNumbers.Entry entry, Set<String> clashes) {
    boolean map = entry.type().startsWith("map<");
    String name = field.name();
    if (isTaken(name, map, clashes)) {
      name = ProtoNames.numbered(name, entry.number(), each -> isTaken(each, map, clashes));
    }
    clashes.add(ProtoNames.clash(name));
    if (map) {
      clashes.add(ProtoNames.clash(name + "Entry"));
    }
    return name;
  }

  private static boolean isTaken(String name, boolean map, Set<String> clashes) {
    return clashes.contains(ProtoNames.clash(name))
        || (map && clashes.contains(ProtoNames.clash(name + "Entry")));
  }

  private static List<ProtoMessage.Reserved> reserved(
      List<FieldNumbers.Entry> former, Set<String> taken) {
    Set<String> names = new HashSet<>(taken);
    return former.stream()
        .map(
            entry ->
                new ProtoMessage.Reserved(
                    entry.number(), names.add(entry.field()) ? entry.field() : null))
        .toList();
  }
}
