import java.math.BigDecimal;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.*;

/** The flow of README.md with the client that openapi-generator generates for Java. */
public class Flow {
  static final String PRODUCT = System.getenv("FLOW_PRODUCT");
  static final String PARENT = System.getenv("FLOW_PARENT");
  static final String REASON = System.getenv("FLOW_REASON");

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("ASBUILT_URL"));
    ((HttpBearerAuth) client.getAuthentication("key")).setBearerToken(System.getenv("ASBUILT_KEY"));
    ProductsApi products = new ProductsApi(client);
    ReferenceDataApi referenceData = new ReferenceDataApi(client);
    MaterialItemsApi items = new MaterialItemsApi(client);
    MaterialConsumptionApi consumption = new MaterialConsumptionApi(client);

    Product listed = products.productList(new ProductFilter().name(PRODUCT), null, null, null).get(0);
    System.out.println("listed " + listed.getName());

    // A record has the fields of its Upsert under the same names.
    ProductUpsert same = ProductUpsert.fromJson(listed.toJson()).description("Sent back");
    Product kept = products.productUpsert(same, null);
    System.out.printf(
        "product %s, %d property, %s%n",
        kept.getDescription().toLowerCase(), kept.getProperties().size(), kept.getIsActive());

    MaterialReason reason =
        referenceData.materialReasonList(new MaterialReasonFilter().name(REASON), null, null, null).get(0);
    reason =
        referenceData.materialReasonUpsert(
            new MaterialReasonUpsert().id(reason.getId()).description("Sent back"), null);
    System.out.printf(
        "reason %s, %d transactions%n",
        reason.getDescription().toLowerCase(), reason.getTransactions().size());

    receive(items, "-A", 123456.789);
    MaterialItem lot = receive(items, "-B", 16777217);

    BuildRequest line =
        new BuildRequest()
            .parentSerialNo(PARENT)
            .childSerialNo(PARENT + "-A")
            .builtQty(23456.789)
            .receiveAtPointOfConsumption(false);
    BuildRecord built = consumption.buildBuild(line, null);
    System.out.println("built, left " + exact(built.getChild().getActualQty()));

    RemoveRequest removal =
        new RemoveRequest()
            .parentSerialNo(PARENT)
            .childSerialNo(PARENT + "-A")
            .removeQty(23456.789)
            .reasonSUID(REASON);
    RemoveRecord removed = consumption.buildRemove(removal, null);
    System.out.println("removed, left " + exact(removed.getChild().getActualQty()));

    try {
      consumption.buildRemove(removal, null);
    } catch (ApiException refused) {
      Problem problem = Problem.fromJson(refused.getResponseBody());
      System.out.println("refused " + problem.getStatus() + " " + problem.getCode());
    }

    line.builtQty(0.001);
    BuildRequest excess = BuildRequest.fromJson(line.toJson()).builtQty(999999999.0);
    BuildManyRequest lines = new BuildManyRequest().lines(List.of(line, excess));
    for (BuildManyLine result : consumption.buildBuildMany(lines, null).getResults()) {
      String outcome =
          result.getAnswer() != null
              ? exact(result.getAnswer().getChild().getActualQty())
              : result.getProblem().getCode().toString();
      System.out.printf("line %d: %d %s%n", result.getLine(), result.getStatus(), outcome);
    }

    MaterialItem found = items.materialItemGet(lot.getId()).getMaterialItem();
    System.out.println("got " + found.getVisualSerialNo().substring(PARENT.length()));

    // Get throws where there is none: the generated class takes no empty list.
    MaterialItemKey none = new MaterialItemKey().ID(9_999_999_999L);
    System.out.println("got " + items.materialItemGetByFilter(none, null, null, null));
    System.exit(0);
  }

  static MaterialItem receive(MaterialItemsApi items, String serial, double quantity)
      throws ApiException {
    ReceiveRequest request =
        new ReceiveRequest().productName(PRODUCT).visualSerialNo(PARENT + serial).qty(quantity);
    MaterialItem lot = items.materialItemReceive(request, null);
    System.out.println("received " + exact(lot.getActualQty()));
    return lot;
  }

  static String exact(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
